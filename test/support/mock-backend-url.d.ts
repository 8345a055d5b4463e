declare module 'mock-backend:url' {
  /** Address of the mock backend that runs beside the browser tests. */
  export const url: string;
}

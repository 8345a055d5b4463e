import { startMockBackend } from './mock-backend.js';

const port = Number(process.env.PORT ?? 4173);

try {
  const { url } = await startMockBackend({ port, pace: 25, host: process.env.HOST });
  console.log(`adk-chat demo: ${url}`);
  console.log(
    process.env.GOOGLE_GENERATIVE_AI_API_KEY
      ? 'It answers with Gemini.'
      : 'It answers with a scripted agent: type "help" in the chat. Stop with Ctrl+C.',
  );
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  console.error(
    code === 'EADDRINUSE'
      ? `Port ${port} is taken. Choose another one: PORT=${port + 1} npm start`
      : `The demo server could not start: ${String(error)}`,
  );
  process.exit(1);
}

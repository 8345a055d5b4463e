/** Seconds as on a clock: 0:07, 12:34, 1:02:03. */
export function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds || 0));
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  const rest = two(whole % 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

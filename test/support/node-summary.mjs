/** A reporter for node:test that writes the number of passed and failed tests (not suites) as JSON. */
export default async function* summary(events) {
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of events) {
    if (data?.details?.type === 'suite' || data?.skip) continue;
    if (type === 'test:pass') passed++;
    if (type === 'test:fail') failed++;
  }
  yield JSON.stringify({ passed, failed });
}

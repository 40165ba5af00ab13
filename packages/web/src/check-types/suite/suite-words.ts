/** What runs the tests, in words. Nothing asked for: what agents take then. */
export function enginesInWords({ engine, version }: { engine: string; version: string }): string {
  if (engine === '') return 'Node 22'
  return `${engine === 'bun' ? 'Bun' : 'Node'} ${version}`.trim()
}

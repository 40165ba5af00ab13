/** One thing that is wrong with an input: where (`request.assertions.0.source`) and what. */
export type Violation = { path: string; message: string }

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

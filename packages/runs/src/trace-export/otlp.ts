/** As much of OTLP/JSON as runs need: ids in hex, 64-bit numbers as text, enums as numbers. */

export type OtlpValue =
  | { stringValue: string }
  | { intValue: string }
  | { arrayValue: { values: OtlpValue[] } }

export type OtlpAttribute = { key: string; value: OtlpValue }

export type OtlpEvent = { timeUnixNano: string; name: string; attributes: OtlpAttribute[] }

export type OtlpSpan = {
  traceId: string
  spanId: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: OtlpAttribute[]
  events: OtlpEvent[]
  status: { code: number; message?: string }
}

/** A run asks something of somebody else. */
export const clientKind = 3
export const unsetStatus = 0
export const errorStatus = 2

export function textAttribute(key: string, value: string): OtlpAttribute {
  return { key, value: { stringValue: value } }
}

export function countAttribute(key: string, value: number): OtlpAttribute {
  return { key, value: { intValue: String(value) } }
}

export function listAttribute(key: string, values: readonly string[]): OtlpAttribute {
  return { key, value: { arrayValue: { values: values.map((stringValue) => ({ stringValue })) } } }
}

/** Nanoseconds since the epoch, which no number holds exactly. */
export function unixNano(at: number, plusMs = 0): string {
  return String(BigInt(Math.round(at)) * 1_000_000n + BigInt(Math.round(plusMs * 1_000_000)))
}

/** One request out of spans that are JSON already. */
export function exportRequest(spans: readonly string[]): Buffer {
  const resource = { attributes: [textAttribute('service.name', 'sonde')] }
  const head = `{"resourceSpans":[{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":{"name":"sonde"},"spans":[`
  return Buffer.from(`${head}${spans.join(',')}]}]}]}`)
}

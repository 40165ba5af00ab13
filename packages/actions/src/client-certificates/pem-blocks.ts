export type PemBlock = { label: string; text: string; bytes: Buffer; hasHeaders: boolean }

const marker = '-----'
const begin = `${marker}BEGIN `

/** The blocks of a PEM text, whatever stands between them; null when one of them does not end. */
export function pemBlocks(pem: string): PemBlock[] | null {
  const blocks: PemBlock[] = []
  for (let from = pem.indexOf(begin); from !== -1; from = pem.indexOf(begin, from + 1)) {
    const labelEnd = pem.indexOf(marker, from + begin.length)
    const label = labelEnd === -1 ? '' : pem.slice(from + begin.length, labelEnd)
    // Longer than any label: a text without an end is not searched again and again for it.
    if (label === '' || label.length > 50) return null
    const end = `${marker}END ${label}${marker}`
    const bodyEnd = pem.indexOf(end, labelEnd)
    if (bodyEnd === -1) return null
    const body = pem.slice(labelEnd + marker.length, bodyEnd)
    const hasHeaders = body.includes(':')
    const bytes = hasHeaders ? Buffer.alloc(0) : Buffer.from(body, 'base64')
    blocks.push({ label, text: pem.slice(from, bodyEnd + end.length), bytes, hasHeaders })
    from = bodyEnd
  }
  return blocks
}

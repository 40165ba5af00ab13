import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A parcel that was delivered, as any server can speak of it: by the subject that its delivery is answered at. */
export type Delivery = {
  reply: string
  /** How often it was delivered, this time included. */
  delivered: number
  /** The number of the message in its stream. */
  sequence: number
}

/** Null: not the answer subject of a delivery. Newer servers put words before the stream and after the numbers. */
export function deliveryOf(reply: string): Delivery | null {
  const words = reply.split('.')
  if (words[0] !== '$JS' || words[1] !== 'ACK') return null
  const first = words.length === 9 ? 2 : words.length >= 11 ? 4 : null
  if (first === null) return null
  const [delivered, sequence] = [Number(words[first + 2]), Number(words[first + 3])]
  return Number.isInteger(delivered) && Number.isInteger(sequence) ? { reply, delivered, sequence } : null
}

/** Names a delivery to its agent, who cannot make one up nor use that of another. */
export function createParcelNames(key: Buffer) {
  function signatureOf(reply: string, agent: string): string {
    return createHmac('sha256', key).update(`${reply} ${agent}`).digest('base64url').slice(0, 22)
  }
  return {
    issue({ reply }: Delivery, agentId: string): string {
      const agent = shortOf(agentId)
      return `${reply}~${agent}~${signatureOf(reply, agent)}`
    },
    /** Null: not ours, or of another agent, where one is named. */
    read(name: string, agentId: string | null): Delivery | null {
      const [reply = '', agent = '', signature = ''] = name.split('~')
      const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(reply, agent))]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      if (agentId !== null && agent !== shortOf(agentId)) return null
      return deliveryOf(reply)
    },
  }
}

export type ParcelNames = ReturnType<typeof createParcelNames>

function shortOf(agentId: string): string {
  return createHash('sha256').update(agentId).digest('base64url').slice(0, 8)
}

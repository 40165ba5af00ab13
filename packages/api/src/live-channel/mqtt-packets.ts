/**
 * The part of MQTT 3.1.1 that clients of the live channel speak: they connect, subscribe, ping and leave. They publish
 * nothing, and get everything once (QoS 0).
 */

export type ClientPacket =
  | { type: 'connect'; level: number; clientId: string; username: string | null; password: string | null }
  | { type: 'subscribe'; id: number; filters: readonly string[] }
  | { type: 'unsubscribe'; id: number; filters: readonly string[] }
  | { type: 'ping' }
  | { type: 'disconnect' }

/** What came is none of these packets: nobody can say where the next one begins. */
export class MalformedPacket extends Error {}

/** Return codes of a connection. */
export const connectCodes = { accepted: 0, wrongLevel: 1, unavailable: 3, refused: 5 } as const

const types = { connect: 1, connectAck: 2, publish: 3, subscribe: 8, subscribeAck: 9 } as const
const moreTypes = { unsubscribe: 10, unsubscribeAck: 11, ping: 12, pingAck: 13, disconnect: 14 } as const

/** A filter that is not given. */
export const refusedFilter = 0x80

export type PacketReader = {
  /** The packets that are complete with these bytes. Throws `MalformedPacket`, after which it is of no use. */
  push(bytes: Uint8Array): ClientPacket[]
}

/** Packets may come in pieces, or several in one. Holds no more than one packet of the largest size. */
export function createPacketReader({
  mostBytes,
  mostPackets,
}: {
  mostBytes: number
  /** That come together: a packet may have two bytes, and a message thousands of them. */
  mostPackets: number
}): PacketReader {
  let waiting = Buffer.alloc(0)
  return {
    push(bytes) {
      const all = waiting.length === 0 ? Buffer.from(bytes) : Buffer.concat([waiting, bytes])
      const packets: ClientPacket[] = []
      let at = 0
      while (at < all.length) {
        const header = readLength(all, at + 1)
        if (header === null) break
        if (header.length > mostBytes) throw new MalformedPacket('a packet is too large')
        const end = header.bodyAt + header.length
        if (end > all.length) break
        if (packets.length >= mostPackets) throw new MalformedPacket('too many packets come together')
        packets.push(readPacket(all[at] ?? 0, all.subarray(header.bodyAt, end)))
        at = end
      }
      waiting = Buffer.from(all.subarray(at))
      return packets
    },
  }
}

/** Of one to four bytes; null while some of them are missing. */
function readLength(bytes: Buffer, from: number): { length: number; bodyAt: number } | null {
  let length = 0
  for (let index = 0; index < 4; index += 1) {
    const byte = bytes[from + index]
    if (byte === undefined) return null
    length += (byte & 0x7f) * 128 ** index
    if ((byte & 0x80) === 0) return { length, bodyAt: from + index + 1 }
  }
  throw new MalformedPacket('a length has more than four bytes')
}

function readPacket(first: number, body: Buffer): ClientPacket {
  const [type, flags] = [first >> 4, first & 0x0f]
  switch (type) {
    case types.connect:
      return readConnect(body)
    case types.subscribe:
    case moreTypes.unsubscribe: {
      if (flags !== 2) throw new MalformedPacket('reserved flags are wrong')
      const fields = createFields(body)
      const id = fields.number()
      const filters: string[] = []
      while (!fields.isAtEnd()) {
        filters.push(fields.text())
        if (type === types.subscribe && fields.byte() > 2) throw new MalformedPacket('there is no such QoS')
      }
      if (id === 0 || filters.length === 0) throw new MalformedPacket('a subscription is incomplete')
      return { type: type === types.subscribe ? 'subscribe' : 'unsubscribe', id, filters }
    }
    case moreTypes.ping:
    case moreTypes.disconnect:
      if (body.length > 0) throw new MalformedPacket('a packet has a body and should have none')
      return { type: type === moreTypes.ping ? 'ping' : 'disconnect' }
    default:
      throw new MalformedPacket(`packets of type ${type} are not accepted`)
  }
}

function readConnect(body: Buffer): ClientPacket {
  const fields = createFields(body)
  const protocol = fields.text()
  if (protocol !== 'MQTT' && protocol !== 'MQIsdp') throw new MalformedPacket('this is not MQTT')
  const level = fields.byte()
  const flags = fields.byte()
  fields.number()
  const clientId = fields.text()
  if ((flags & 0x04) !== 0) {
    // A will: nothing is ever published for anybody.
    fields.text()
    fields.bytes()
  }
  const username = (flags & 0x80) === 0 ? null : fields.text()
  const password = (flags & 0x40) === 0 ? null : fields.bytes().toString('utf8')
  if (!fields.isAtEnd()) throw new MalformedPacket('a packet is longer than its fields')
  return { type: 'connect', level, clientId, username, password }
}

function createFields(body: Buffer) {
  let at = 0
  function take(length: number): Buffer {
    if (at + length > body.length) throw new MalformedPacket('a packet is shorter than its fields')
    at += length
    return body.subarray(at - length, at)
  }
  const number = () => take(2).readUInt16BE()
  const bytes = () => take(number())
  return {
    number,
    bytes,
    byte: () => take(1)[0] ?? 0,
    text: () => bytes().toString('utf8'),
    isAtEnd: () => at === body.length,
  }
}

export function connectAck(code: number): Buffer {
  return packetOf(types.connectAck, 0, Buffer.from([0, code]))
}

export function subscribeAck(id: number, codes: readonly number[]): Buffer {
  return packetOf(types.subscribeAck, 0, Buffer.concat([numberBytes(id), Buffer.from(codes)]))
}

export function unsubscribeAck(id: number): Buffer {
  return packetOf(moreTypes.unsubscribeAck, 0, numberBytes(id))
}

export function pingAck(): Buffer {
  return packetOf(moreTypes.pingAck, 0, Buffer.alloc(0))
}

export function publish(topic: string, payload: string): Buffer {
  const name = Buffer.from(topic)
  return packetOf(types.publish, 0, Buffer.concat([numberBytes(name.length), name, Buffer.from(payload)]))
}

function packetOf(type: number, flags: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(type << 4) | flags, ...lengthBytes(body.length)]), body])
}

function lengthBytes(length: number): number[] {
  const bytes: number[] = []
  let rest = length
  do {
    const byte = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(rest > 0 ? byte | 0x80 : byte)
  } while (rest > 0)
  return bytes
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

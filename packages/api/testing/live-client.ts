import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A client of the live channel that says what a test wants it to say. */

export type LiveMessage = { topic: string; payload: unknown }

export type LiveClient = {
  readonly messages: readonly LiveMessage[]
  /** Return code of the connection, or of each filter. */
  connect(login: { username: string; password: string }): Promise<number>
  subscribe(...filters: readonly string[]): Promise<number[]>
  ping(): Promise<void>
  send(bytes: Buffer | string): void
  /** Resolves when so many messages have come. */
  until(count: number): Promise<readonly LiveMessage[]>
  /** Resolves when the server has ended it. */
  readonly closed: Promise<void>
  /** As when the network breaks: without a word. */
  cut(): void
}

export async function openLiveClient(
  port: number,
  path = '/next/live?authenticationScheme=userApiKey',
): Promise<LiveClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, ['mqtt'])
  const messages: LiveMessage[] = []
  const answers: Buffer[] = []
  const listeners = new Set<() => void>()
  let waiting = Buffer.alloc(0)
  socket.on('message', (data: Buffer) => {
    waiting = Buffer.concat([waiting, data])
    for (let packet = takePacket(); packet !== null; packet = takePacket()) {
      if (packet[0] === 0x30) messages.push(messageIn(packet))
      else answers.push(packet)
    }
    for (const listener of listeners) listener()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  await Promise.race([once(socket, 'open'), closed])

  function takePacket(): Buffer | null {
    let length = 0
    for (let index = 0; index < 4; index += 1) {
      const byte = waiting[1 + index]
      if (byte === undefined) return null
      length += (byte & 0x7f) * 128 ** index
      if ((byte & 0x80) !== 0) continue
      const end = 2 + index + length
      if (waiting.length < end) return null
      const body = waiting.subarray(2 + index, end)
      const packet = Buffer.concat([waiting.subarray(0, 1), body])
      waiting = waiting.subarray(end)
      return packet
    }
    throw new Error('a length of more than four bytes')
  }

  async function when<Value>(find: () => Value | null): Promise<Value> {
    for (;;) {
      const found = find()
      if (found !== null) return found
      const change = Promise.withResolvers<void>()
      listeners.add(change.resolve)
      await Promise.race([change.promise, closed])
      if (socket.readyState === socket.CLOSED && find() === null)
        throw new Error('the server has ended the connection')
      listeners.delete(change.resolve)
    }
  }

  async function answered(type: number): Promise<Buffer> {
    return await when(() => {
      const index = answers.findIndex((packet) => packet[0] === type)
      return index === -1 ? null : (answers.splice(index, 1)[0] ?? null)
    })
  }

  return {
    messages,
    closed,
    async connect(login) {
      socket.send(connectPacket(login))
      return (await answered(0x20))[2] ?? -1
    },
    async subscribe(...filters) {
      socket.send(subscribePacket(1, filters))
      return [...(await answered(0x90)).subarray(3)]
    },
    async ping() {
      socket.send(Buffer.from([0xc0, 0]))
      await answered(0xd0)
    },
    send: (bytes) => socket.send(bytes),
    until: (count) => when(() => (messages.length >= count ? messages : null)),
    cut: () => socket.terminate(),
  }
}

function messageIn(packet: Buffer): LiveMessage {
  const length = packet.readUInt16BE(1)
  const topic = packet.subarray(3, 3 + length).toString()
  return { topic, payload: JSON.parse(packet.subarray(3 + length).toString()) }
}

export function connectPacket({ username, password }: { username: string; password: string }): Buffer {
  const body = Buffer.concat([
    field('MQTT'),
    Buffer.from([4, 0xc2, 0, 60]),
    field('mqttjs_test'),
    field(username),
    field(password),
  ])
  return packed(0x10, body)
}

export function subscribePacket(id: number, filters: readonly string[]): Buffer {
  const parts = filters.flatMap((filter) => [field(filter), Buffer.from([0])])
  return packed(0x82, Buffer.concat([Buffer.from([id >> 8, id & 0xff]), ...parts]))
}

export function textPacket(first: number, text: string): Buffer {
  return packed(first, field(text))
}

function field(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}

function packed(first: number, body: Buffer): Buffer {
  const length: number[] = []
  let rest = body.length
  do {
    length.push(rest >= 128 ? (rest % 128) | 0x80 : rest)
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.concat([Buffer.from([first, ...length]), body])
}

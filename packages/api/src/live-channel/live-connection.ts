import { minuteMs } from '@sonde/ground/durations.ts'
import type { SessionMessageRow } from '@sonde/store/test-sessions/session-messages.ts'
import type { WebSocket } from 'ws'
import {
  type ClientPacket,
  connectAck,
  connectCodes,
  createPacketReader,
  MalformedPacket,
  pingAck,
  publish,
  refusedFilter,
  subscribeAck,
  unsubscribeAck,
} from './mqtt-packets.ts'
import type { SuiteHub } from './suite-hub.ts'

export type LiveLimits = {
  /** How long a client may take to say who it is. */
  connectMs: number
  /** How long it may be silent afterwards; it pings every minute. */
  silenceMs: number
  /** Of one packet that comes in. */
  packetBytes: number
  /** Packets of a client in a minute: it subscribes once, and pings. */
  packetsEachMinute: number
  /** Of what the client has not fetched: whoever is slower comes back and gets what it has missed. */
  unsentBytes: number
  /** How often it is looked whether the key still counts. */
  accessMs: number
}

export const liveLimits: LiveLimits = {
  connectMs: 10_000,
  silenceMs: 90_000,
  packetBytes: 64 * 1024,
  packetsEachMinute: 200,
  unsentBytes: 1024 * 1024,
  accessMs: 30_000,
}

const mostSubscriptions = 10

export type Owner = { accountId: string; keyId: string }

type Login = { username: string | null; password: string | null }

/** Speaks with one client until it leaves, or says something that it may not. Never throws. */
export function serveLiveConnection(
  socket: WebSocket,
  {
    hub,
    limits,
    findOwner,
    enter,
  }: {
    hub: Pick<SuiteHub, 'listen'>
    limits: LiveLimits
    findOwner(login: Login): Promise<Owner | null>
    /** Null: this key has as many connections as it may have. Else how to give the place back. */
    enter(owner: Owner): (() => void) | null
  },
): void {
  const reader = createPacketReader({
    mostBytes: limits.packetBytes,
    mostPackets: limits.packetsEachMinute,
  })
  const subscriptions = new Map<string, () => void>()
  let owner: Owner | null = null
  let leave = (): void => undefined
  let isConnecting = false
  let minute = { startedMs: performance.now(), packets: 0 }
  /** Packets are answered in their order, also when one of them has to be looked up. */
  let work: Promise<void> = Promise.resolve()
  let silence = setTimeout(end, limits.connectMs)
  let access: NodeJS.Timeout | null = null

  function end(): void {
    socket.terminate()
  }

  function send(bytes: Buffer): boolean {
    if (socket.readyState !== socket.OPEN) return false
    if (socket.bufferedAmount > limits.unsentBytes) {
      end()
      return false
    }
    socket.send(bytes)
    return true
  }

  async function connect(packet: Extract<ClientPacket, { type: 'connect' }>): Promise<void> {
    if (isConnecting) throw new MalformedPacket('a client connects once')
    isConnecting = true
    if (packet.level !== 4 && packet.level !== 3) return refuse(connectCodes.wrongLevel)
    const login = { username: packet.username, password: packet.password }
    const found = await findOwner(login)
    if (found === null) return refuse(connectCodes.refused)
    const place = enter(found)
    if (place === null) return refuse(connectCodes.unavailable)
    leave = place
    // It may have gone meanwhile.
    if (socket.readyState !== socket.OPEN) return leave()
    owner = found
    access = setInterval(() => void checkAccess(login), limits.accessMs)
    access.unref()
    listenForSilence()
    send(connectAck(connectCodes.accepted))
  }

  function refuse(code: number): void {
    send(connectAck(code))
    socket.close()
    // Whoever does not answer the farewell is not waited for.
    setTimeout(end, 1_000).unref()
  }

  async function checkAccess(login: Login): Promise<void> {
    const found = await findOwner(login).catch(() => owner)
    if (found === null) end()
  }

  function subscribe(filter: string): number {
    const suiteId = owner === null ? null : suiteIn(filter, owner.accountId)
    if (owner === null || suiteId === null || subscriptions.size >= mostSubscriptions) return refusedFilter
    const { accountId } = owner
    subscriptions.get(filter)?.()
    const base = filter.slice(0, filter.length - '/+/+/+'.length)
    const stop = hub.listen({
      accountId,
      suiteId,
      send(messages) {
        const failed = messages.findIndex(
          (message) => !send(publish(topicOf(base, message), message.payload)),
        )
        return failed === -1 ? messages.length : failed
      },
    })
    subscriptions.set(filter, stop)
    return 0
  }

  async function answer(packet: ClientPacket): Promise<void> {
    if (packet.type === 'connect') return await connect(packet)
    if (owner === null) throw new MalformedPacket('a client connects before anything else')
    switch (packet.type) {
      case 'subscribe': {
        // Acknowledged before anything is told: a client knows no messages before that.
        const isKnown = packet.filters.map((filter) => suiteIn(filter, owner?.accountId ?? '') !== null)
        send(
          subscribeAck(
            packet.id,
            isKnown.map((known) => (known ? 0 : refusedFilter)),
          ),
        )
        for (const [index, filter] of packet.filters.entries()) if (isKnown[index]) subscribe(filter)
        return
      }
      case 'unsubscribe':
        for (const filter of packet.filters) {
          subscriptions.get(filter)?.()
          subscriptions.delete(filter)
        }
        send(unsubscribeAck(packet.id))
        return
      case 'ping':
        send(pingAck())
        return
      case 'disconnect':
        socket.close()
        return
      default:
        packet satisfies never
    }
  }

  function isFlood(packets: number): boolean {
    const now = performance.now()
    if (now - minute.startedMs > minuteMs) minute = { startedMs: now, packets: 0 }
    minute.packets += packets
    return minute.packets > limits.packetsEachMinute
  }

  function listenForSilence(): void {
    clearTimeout(silence)
    silence = setTimeout(end, limits.silenceMs)
    silence.unref()
  }

  silence.unref()
  socket.on('message', (data, isBinary) => {
    if (owner !== null) listenForSilence()
    // Of this kind it is, since nobody asked for others.
    const bytes = Buffer.isBuffer(data)
      ? data
      : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)])
    let packets: ClientPacket[]
    try {
      if (!isBinary) throw new MalformedPacket('a message is text')
      packets = reader.push(bytes)
    } catch {
      return end()
    }
    if (isFlood(packets.length)) return end()
    for (const packet of packets) work = work.then(() => answer(packet)).catch(end)
  })
  socket.on('error', end)
  socket.on('close', () => {
    clearTimeout(silence)
    if (access !== null) clearInterval(access)
    for (const stop of subscriptions.values()) stop()
    subscriptions.clear()
    leave()
  })
}

/** The suite that a filter names; null for every other filter, wider ones and those of other accounts among them. */
function suiteIn(filter: string, accountId: string): string | null {
  const [, account, suiteId] =
    /^account\/([^/]+)\/ad-hoc-check-results\/([^/+#]{1,100})\/\+\/\+\/\+$/.exec(filter) ?? []
  return account?.toLowerCase() === accountId && suiteId !== undefined ? suiteId : null
}

function topicOf(base: string, { sequenceId, checkRunId, kind }: SessionMessageRow): string {
  // Chosen by whoever started the run: as a part of a topic it must not be several.
  return `${base}/${sequenceId}/${checkRunId.replaceAll(/[^\w-]/g, '-')}/${kind}`
}

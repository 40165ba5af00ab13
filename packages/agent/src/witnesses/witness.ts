import { lookup } from 'node:dns/promises'
import { connect, isIP } from 'node:net'

/** Something whose answer proves that our own network works. */
export type Witness = {
  name: string
  ask(timeoutMs: number): Promise<boolean>
}

/** Whether the address answered an echo request; never rejects. */
export type Ping = (address: string, timeoutMs: number) => Promise<boolean>

export type WitnessTarget = { host: string; port: number | null }

/** One lost packet proves nothing: a witness is asked this often before it counts as silent. */
const tries = 3

export function pingWitness(host: string, ping: Ping): Witness {
  // Kept, because a lost network cannot be asked for names, and waiting lookups would block others.
  let address = isIP(host.split('%')[0] ?? '') === 0 ? null : host
  return {
    name: host,
    async ask(timeoutMs) {
      address ??= await lookUp(host)
      if (address === null) return false
      for (let tried = 0; tried < tries; tried++) {
        if (await ping(address, timeoutMs / tries)) return true
      }
      return false
    },
  }
}

async function lookUp(host: string): Promise<string | null> {
  try {
    return (await lookup(host)).address
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}

export function tcpWitness({ host, port }: { host: string; port: number }): Witness {
  return { name: `${host}:${port}`, ask: (timeoutMs) => answersTcp(host, port, timeoutMs) }
}

function answersTcp(host: string, port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (hasAnswered: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(hasAnswered)
    }
    const timer = setTimeout(() => end(false), timeoutMs)
    socket.on('connect', () => end(true))
    // A refusal is an answer: somebody out there received our packet.
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED'))
  })
}

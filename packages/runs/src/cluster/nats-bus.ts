import type { Logger } from '@sonde/ground/logger.ts'
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import type { BusSubject, ClusterBus } from './cluster-bus.ts'
import type { GatheredMessages } from './gathered-messages.ts'

/** There are several of these for every parcel, and none is wanted at once. */
function isPatient(subject: BusSubject): boolean {
  return subject === 'live' || (typeof subject !== 'string' && 'owner' in subject)
}

/** The servers of an installation on core NATS. */
export function createNatsBus(deps: {
  connection: NatsConnection
  /** Tells installations apart that share a NATS. */
  installation: string
  gathered: GatheredMessages
  log: Logger
}): ClusterBus {
  const { connection, gathered, log } = deps

  function nameOf(subject: BusSubject): string {
    const tail =
      typeof subject === 'string'
        ? subject
        : 'owner' in subject
          ? `owner.${subject.owner}`
          : `limit.${subject.limit}`
    return `sonde.${deps.installation}.${tail}`
  }

  return {
    publish(subject, payload) {
      if (connection.isClosed() || connection.isDraining()) return
      const [name, text] = [nameOf(subject), JSON.stringify(payload)]
      if (isPatient(subject)) return gathered.publish(name, text)
      try {
        connection.publish(name, text)
      } catch (error) {
        // Too large, say: nothing depends on it, and what whoever tells it does beside that must go on.
        log.warn({ err: error, subject: name }, 'NATS did not take a message')
      }
    },
    subscribe(subject, listener) {
      const subscription = connection.subscribe(nameOf(subject), {
        callback(error, message) {
          try {
            if (error !== null) throw error
            listener(message.json())
          } catch (thrown) {
            log.warn({ err: thrown, subject: nameOf(subject) }, 'could not read what another server has told')
          }
        },
      })
      return () => subscription.unsubscribe()
    },
    async ask(subject, payload, waitMs) {
      try {
        const reply = await connection.request(nameOf(subject), JSON.stringify(payload), { timeout: waitMs })
        return reply.json()
      } catch {
        // Nobody is there, or nobody in time: whoever asks goes on without.
        return null
      }
    },
    answer(subject, answer) {
      const reply = async (message: Msg): Promise<void> => {
        try {
          const said = await answer(message.json())
          message.respond(JSON.stringify(said ?? null))
        } catch (error) {
          log.warn({ err: error, subject: nameOf(subject) }, 'could not answer what another server has asked')
        }
      }
      const subscription = connection.subscribe(nameOf(subject), {
        callback: (error, message) => void (error === null && reply(message)),
      })
      return () => subscription.unsubscribe()
    },
  }
}

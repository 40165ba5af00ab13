import { Button } from '../parts/button.tsx'
import { OneTimeSecret } from '../parts/one-time-secret.tsx'
import { agentCommand } from './agent-command.ts'

/** A new key as the line that starts an agent with it. */
export function AgentStart({ rawKey, onClose }: { rawKey: string; onClose?: () => void }) {
  const command = agentCommand({ origin: window.location.origin, key: rawKey })
  return (
    <OneTimeSecret what="line, which holds the new key," secret={command}>
      <p className="mt-2">
        Run it on the machine that is to measure, in a clone of the repository of Sonde. Two agents or more,
        so that one can be stopped at any time; all of them may use this key. <code>SERVICE_URL</code> must be
        an address by which that machine reaches this server.
      </p>
      {onClose === undefined ? null : (
        <Button className="mt-2" onClick={onClose}>
          Done
        </Button>
      )}
    </OneTimeSecret>
  )
}

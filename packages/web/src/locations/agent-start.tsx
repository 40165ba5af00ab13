import { Button } from '../parts/button.tsx'
import { OneTimeSecret } from '../parts/one-time-secret.tsx'
import { agentCommand } from './agent-command.ts'

/** A new key as the line that starts an agent with it. */
export function AgentStart({ rawKey, onClose }: { rawKey: string; onClose?: () => void }) {
  const command = agentCommand({ origin: window.location.origin, key: rawKey })
  return (
    <OneTimeSecret what="line, which holds the new key," secret={command}>
      <p className="mt-2">
        Run it on the machine of the agent, in a clone of the Sonde repository. Use two or more agents, so
        that you can stop one at any time; all of them can use this key. <code>SERVICE_URL</code> must be the
        address of this server as seen from that machine.
      </p>
      {onClose === undefined ? null : (
        <Button className="mt-2" onClick={onClose}>
          Done
        </Button>
      )}
    </OneTimeSecret>
  )
}

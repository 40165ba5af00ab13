import { useRouter } from '@tanstack/react-router'
import { ServerAway } from '../api/api-error.ts'
import { useConnection } from '../api/connection.ts'
import { PageHead } from '../parts/page.tsx'
import { Failed, Loading } from '../parts/states.tsx'

/** In place of a screen that could not be shown. What failed is done anew by the router, not only drawn again. */
export function FailedScreen({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <div className="mx-auto max-w-xl p-4">
      <PageHead title="This screen could not be shown" />
      <Failed error={error} onRetry={() => void router.invalidate()} />
      {error instanceof ServerAway ? <AwayHelp /> : null}
    </div>
  )
}

/** In place of a screen whose code is on its way; while the server is away, that would be for long. */
export function PendingScreen() {
  const { isAway } = useConnection()
  return isAway ? <FailedScreen error={new ServerAway()} /> : <Loading what="the screen" />
}

/** There is nothing else on the screen yet: who to ask, and what it means that nobody answers. */
function AwayHelp() {
  return (
    <section className="m-4">
      <h2 className="text-sm">What you can do</h2>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        <li>
          See whether your own network or VPN works. The server should answer at{' '}
          <code>{window.location.host}</code>.
        </li>
        <li>If you run the server, see whether it is started and what its log says.</li>
        <li>If the server is down, no alerts are sent until it is back. Agents keep their results.</li>
      </ul>
    </section>
  )
}

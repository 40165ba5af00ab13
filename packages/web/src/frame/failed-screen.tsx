import { useRouter } from '@tanstack/react-router'
import { Failed } from '../parts/states.tsx'

/** In place of a screen that could not be shown. What failed is done anew by the router, not only drawn again. */
export function FailedScreen({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <div className="mx-auto max-w-xl p-4">
      <h1 className="sr-only">This screen could not be shown</h1>
      <Failed error={error} onRetry={() => void router.invalidate()} />
    </div>
  )
}

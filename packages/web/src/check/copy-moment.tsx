import { useNavigate, useRouter } from '@tanstack/react-router'
import { Button } from '../parts/button.tsx'
import { formatMoment } from '../parts/format.ts'
import { useIsHere } from '../parts/leaving/use-is-here.ts'
import type { Range } from '../parts/range.ts'
import { useToast } from '../parts/toast.tsx'
import { momentSearch } from './moment-link.ts'
import { checkOverviewRoute } from './routes.ts'
import type { OverviewSearch } from './search-params.ts'

/** An address for somebody else: the same range, locations and pinned moment, whenever it is opened. */
export function CopyMoment({ range, search }: { range: Range; search: OverviewSearch }) {
  const router = useRouter()
  const navigate = useNavigate({ from: checkOverviewRoute.fullPath })
  const toast = useToast()
  const isHere = useIsHere()
  async function copy(): Promise<void> {
    const target = momentSearch(search, range, Date.now())
    const { href } = router.buildLocation({ from: checkOverviewRoute.fullPath, to: '.', search: target })
    try {
      await navigator.clipboard.writeText(new URL(href, location.origin).href)
      toast('Link copied')
    } catch {
      if (!isHere()) return
      // Without https there is no clipboard: the address bar has the link then.
      await navigate({ search: target, replace: true, resetScroll: false })
      toast('Copy the link from the address bar')
    }
  }
  return (
    <>
      {search.at === undefined ? null : (
        <>
          <span className="text-soft text-xs">Pinned: {formatMoment(search.at)}</span>
          <Button
            onClick={() =>
              void navigate({ search: ({ at: _at, ...rest }) => rest, replace: true, resetScroll: false })
            }
          >
            Unpin
          </Button>
        </>
      )}
      <Button onClick={() => void copy()}>
        Copy link<span className="max-md:sr-only"> to this moment</span>
      </Button>
    </>
  )
}

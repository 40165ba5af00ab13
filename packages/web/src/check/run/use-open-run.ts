import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api/account-context.ts'
import { useIsHere } from '../../parts/leaving/use-is-here.ts'
import { readResultsAt } from '../../resources/check-results.ts'
import { checkOverviewRoute } from '../routes.ts'

/** Opens the result of the run that began at a moment of a chart. */
export function useOpenRun(checkId: string): (at: number) => void {
  const api = useApi()
  const navigate = useNavigate({ from: checkOverviewRoute.fullPath })
  const isHere = useIsHere()
  async function openRun(at: number): Promise<void> {
    const params = { accountId: api.accountId, checkId }
    const [resultId, other] = await readResultsAt(api, checkId, at).catch(() => [])
    if (!isHere()) return
    if (resultId !== undefined && other === undefined) {
      const to = '/accounts/$accountId/checks/$checkId/results/$resultId'
      await navigate({ to, params: { ...params, resultId } })
      return
    }
    // Runs of several locations may begin in the same millisecond; the list also says what could not be read.
    const to = '/accounts/$accountId/checks/$checkId/results'
    await navigate({ to, params, search: { from: at, to: at + 1 } })
  }
  return (at) => void openRun(at)
}

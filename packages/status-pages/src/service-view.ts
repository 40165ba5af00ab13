import type { PageState } from './page-state.ts'
import type { Uptime } from './service-uptime.ts'

/** A service, or a component, as visitors see it. */
export type ServiceView = {
  id: string
  name: string
  state: PageState
  /** By what its state is known: the checks that it follows, what people and alerts report, or by nothing. */
  source: 'checks' | 'incidents' | 'none'
  /** Whether its checks say so, and no incident. */
  isAutomatic: boolean
  /** Null: nothing was seen of it. */
  uptime: Uptime | null
  days: PageState[]
}

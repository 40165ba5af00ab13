import type { AlertContext } from '@sonde/store/alerts/alert-contexts.ts'
import { type ActiveMaintenance, activeMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { isPaused, isSilenced, type MaintenanceSubject, pagesWithoutIncident } from '../maintenance/scope.ts'
import { tagsOf } from './raised-alert.ts'

export type Suppression = 'none' | 'muted' | 'silenced'

/** Judged at the moment of the raise; maintenance is read once for all raises of a write, and only if there are any. */
export function createSuppression(db: Db, at: number) {
  let reading: Promise<ActiveMaintenance[]> | null = null
  const active = () => (reading ??= activeMaintenances(db, { at }))

  function scopeOf(context: AlertContext) {
    return { ...maintenanceSubject(context), at }
  }

  return {
    async of(context: AlertContext): Promise<Suppression> {
      if (isMuted(context)) return 'muted'
      return isSilenced(await active(), scopeOf(context)) ? 'silenced' : 'none'
    },

    /** Reminders also rest while the check does. */
    async ofReminder(context: AlertContext): Promise<boolean> {
      if (isMuted(context)) return true
      const maintenances = await active()
      const scope = scopeOf(context)
      return isSilenced(maintenances, scope) || isPaused(maintenances, scope)
    },

    /** The status pages on which a maintenance keeps automatic incidents of this service away. */
    async pagesWithoutIncidents(context: AlertContext, serviceId: string): Promise<string[]> {
      return pagesWithoutIncident(await active(), { accountId: context.accountId, serviceId, at })
    },
  }
}

export type Suppressions = ReturnType<typeof createSuppression>

/** A check as maintenance sees it. */
export function maintenanceSubject(context: AlertContext): MaintenanceSubject {
  const { accountId, checkId, group } = context
  return { accountId, checkId, groupId: group?.id ?? null, tags: tagsOf(context) }
}

export function isMuted({ muted, group }: AlertContext): boolean {
  return muted || group?.muted === true
}

export function isActivated({ activated, group }: AlertContext): boolean {
  return activated && group?.activated !== false
}

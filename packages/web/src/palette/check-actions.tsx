import type { CheckTypeName } from '@sonde/schema/check-types/check-type.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { checkTypes, isMakeable } from '../check-types/registry.ts'
import { ActionFailed, type ActionTrouble } from '../parts/dialogs/action-failed.tsx'
import { useToast } from '../parts/toast.tsx'
import { overviewKey } from '../resources/check-overview.ts'
import { startRuns } from '../resources/check-sessions.ts'
import { checkKey, switchCheck } from '../resources/checks.ts'

/** As much of a check as an action needs to know. */
export type CheckTarget = {
  id: string
  name: string
  checkType: CheckTypeName
  activated: boolean
  muted: boolean
}

export type CheckActions = {
  mayRun: (check: CheckTarget) => boolean
  mayWrite: boolean
  run: (check: CheckTarget) => void
  switchPause: (check: CheckTarget) => void
  switchMute: (check: CheckTarget) => void
  edit: (check: CheckTarget) => void
  duplicate: (check: CheckTarget) => void
  open: (check: CheckTarget) => void
}

const CheckActionsContext = createContext<CheckActions | null>(null)

/** What rows, keys and the palette do to one check: at once, with a way back where there is one. */
export function useCheckActions(): CheckActions {
  const actions = useContext(CheckActionsContext)
  if (actions === null) throw new Error('This belongs below the screens of an account')
  return actions
}

type Switch = { muted: boolean } | { activated: boolean }

export function verbOf(fields: Switch): string {
  if ('muted' in fields) return fields.muted ? 'mute' : 'unmute'
  return fields.activated ? 'resume' : 'pause'
}

export function CheckActionsArea({ children }: { children: ReactNode }) {
  const { id: accountId } = useAccount()
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const isRunner = useMay('READ_RUN')
  const mayWrite = useMay('READ_WRITE')
  const [trouble, setTrouble] = useState<ActionTrouble | null>(null)

  const actions = useMemo<CheckActions>(() => {
    const mayRun = ({ checkType }: CheckTarget) =>
      isRunner && isMakeable(checkType) && checkTypes[checkType].view.kind === 'runs'

    /** Does it, and anew when somebody asks for that after it has failed. */
    function attempt(what: string, act: () => Promise<void>): void {
      act().catch((error: unknown) => setTrouble({ what, error, again: () => attempt(what, act) }))
    }

    async function change({ id, name }: CheckTarget, fields: Switch): Promise<void> {
      await switchCheck(api, id, fields)
      const isPause = 'activated' in fields
      const word = isPause ? (fields.activated ? 'Resumed' : 'Paused') : fields.muted ? 'Muted' : 'Unmuted'
      const back = isPause ? { activated: !fields.activated } : { muted: !fields.muted }
      toast(`${word} “${name}”`, {
        label: 'Undo',
        onAct: () => attempt(`${verbOf(back)} “${name}”`, () => switchCheck(api, id, back).then(readAnew)),
      })
      readAnew()
      function readAnew(): void {
        void queries.invalidateQueries({ queryKey: checkKey(api, id) })
        void queries.invalidateQueries({ queryKey: [accountId, ...overviewKey] })
      }
    }

    const switchOver = (check: CheckTarget, fields: Switch) =>
      attempt(`${verbOf(fields)} “${check.name}”`, () => change(check, fields))

    async function start(check: CheckTarget): Promise<void> {
      const { sessions, notStarted } = await startRuns(api, [check.id])
      if (sessions.length === 0) throw new Error(notStarted[0]?.reason ?? 'No location can run it now.')
      toast(`Running “${check.name}”`)
    }

    const go = (to: '' | '/edit' | '/duplicate', { id }: CheckTarget) =>
      void navigate({ to: `/accounts/$accountId/checks/$checkId${to}`, params: { accountId, checkId: id } })

    return {
      mayRun,
      mayWrite,
      run: (check) => {
        if (mayRun(check)) attempt(`run “${check.name}”`, () => start(check))
      },
      switchPause: (check) => {
        if (mayWrite) switchOver(check, { activated: !check.activated })
      },
      switchMute: (check) => {
        if (mayWrite) switchOver(check, { muted: !check.muted })
      },
      edit: (check) => {
        if (mayWrite) go('/edit', check)
      },
      duplicate: (check) => {
        if (mayWrite) go('/duplicate', check)
      },
      open: (check) => go('', check),
    }
  }, [accountId, api, isRunner, mayWrite, navigate, queries, toast])

  return (
    <CheckActionsContext value={actions}>
      {children}
      {trouble === null ? null : <ActionFailed trouble={trouble} onClose={() => setTrouble(null)} />}
    </CheckActionsContext>
  )
}

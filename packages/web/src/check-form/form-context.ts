import type { CheckResult } from '../resources/check-result.ts'

/** What the screens of checks and groups tell the controls of their forms. */
export type CheckFormContext = {
  subMinuteSeconds: readonly number[]
  /** Of a new one: whether every alert channel hears of it. Null when it exists already. */
  autoAssign: { isOn: boolean; set: (isOn: boolean) => void } | null
  /** Values that are stored and never shown: what the form leaves alone stays. */
  isStored: boolean
  /** What a check is called unless somebody says otherwise; empty while nothing says what it is. */
  proposedName: string
  /** What "Try it now" has found; null until it has. */
  tried: CheckResult | null
}

/** The guarantee behind this cast: forms of checks and groups are only made with such a context. */
export function contextOf(context: unknown): CheckFormContext {
  return context as CheckFormContext
}

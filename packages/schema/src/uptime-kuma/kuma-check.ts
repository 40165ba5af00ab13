import type { CheckType } from '../check-types/check-type.ts'
import type { KumaRow } from './kuma-data.ts'
import { remindersOf, retriesOf, scheduleOf } from './kuma-schedule.ts'
import { isOn } from './kuma-values.ts'

/** Notes what is not the same here, about the monitor that is being converted. */
export type Differs = (why: string) => void

/** The part of a check that its type decides; `reason`: why there can be none. */
export type ConvertedMonitor =
  | { kind: 'check'; checkType: CheckType; fields: Record<string, unknown> }
  | { kind: 'none'; reason: string }

export function none(reason: string): ConvertedMonitor {
  return { kind: 'none', reason }
}

export function check(
  checkType: CheckType,
  row: KumaRow,
  differs: Differs,
  fields: Record<string, unknown>,
): ConvertedMonitor {
  return {
    kind: 'check',
    checkType,
    fields: {
      ...scheduleOf(row, differs),
      ...retriesOf(row, differs),
      ...remindersOf(row),
      ...(isOn(row, 'upside_down') ? { shouldFail: true } : {}),
      ...fields,
    },
  }
}

import { frequencies } from '../checks/frequency.ts'
import type { KumaRow } from './kuma-data.ts'
import { numberOf } from './kuma-values.ts'

type Differs = (why: string) => void

const subMinute = [10, 20, 30] as const
const shortestSeconds = 10

/** The longest period of ours that is not longer than the interval: nothing is looked at less often than before. */
export function scheduleOf(row: KumaRow, differs: Differs): Record<string, unknown> {
  const seconds = numberOf(row, 'interval') ?? 60
  const fitting = seconds < 60 ? subMinuteOf(seconds) : minutesOf(seconds)
  if (fitting.seconds !== seconds) {
    differs(`runs every ${spoken(fitting.seconds)} instead of every ${spoken(seconds)}`)
  }
  return fitting.fields
}

function subMinuteOf(seconds: number) {
  const period = subMinute.findLast((each) => each <= seconds) ?? shortestSeconds
  return { seconds: period, fields: { frequency: 0, frequencyOffset: period } }
}

function minutesOf(seconds: number) {
  const minutes = frequencies.findLast((each) => each > 0 && each * 60 <= seconds) ?? 1
  return { seconds: minutes * 60, fields: { frequency: minutes } }
}

function spoken(seconds: number): string {
  if (seconds % 3600 === 0) return plural(seconds / 3600, 'hour')
  return seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second')
}

function plural(count: number, unit: string): string {
  return count === 1 ? unit : `${count} ${unit}s`
}

const most = { retries: 10, backoffSeconds: 600, durationSeconds: 600 } as const

/** Retries before the check counts as failed. */
export function retriesOf(row: KumaRow, differs: Differs): Record<string, unknown> {
  const retries = numberOf(row, 'maxretries') ?? 0
  if (retries <= 0) return { retryStrategy: null, doubleCheck: false }
  const seconds = numberOf(row, 'retry_interval') ?? numberOf(row, 'interval') ?? 60
  const baseBackoffSeconds = Math.min(Math.max(seconds, 0), most.backoffSeconds)
  const maxRetries = Math.min(retries, most.retries)
  const fitting =
    baseBackoffSeconds === 0 ? maxRetries : Math.floor(most.durationSeconds / baseBackoffSeconds)
  if (maxRetries < retries || fitting < maxRetries) {
    differs(
      `${retries} retries every ${seconds} s become ${Math.min(maxRetries, Math.max(fitting, 1))} within ${most.durationSeconds} s`,
    )
  }
  return {
    doubleCheck: false,
    retryStrategy: {
      type: 'FIXED',
      baseBackoffSeconds,
      maxRetries,
      maxDurationSeconds: most.durationSeconds,
      sameRegion: true,
    },
  }
}

const reminderMinutes = [1, 2, 3, 4, 5, 10, 15, 30] as const
const untilRecovery = 100_000

/** A message again after so many failed runs becomes a reminder after as much time. */
export function remindersOf(row: KumaRow): Record<string, unknown> {
  const runs = numberOf(row, 'resend_interval') ?? 0
  if (runs <= 0) return {}
  const minutes = (runs * (numberOf(row, 'interval') ?? 60)) / 60
  const interval = reminderMinutes.findLast((each) => each <= minutes) ?? reminderMinutes[0]
  return {
    useGlobalAlertSettings: false,
    alertSettings: {
      escalationType: 'RUN_BASED',
      runBasedEscalation: { failedRunThreshold: 1 },
      reminders: { amount: untilRecovery, interval },
    },
  }
}

/** Uptime Kuma knows no degraded answers, and fails a check after its time-out. */
export function limitsOf(row: KumaRow, longestMs: number): Record<string, unknown> {
  const seconds = numberOf(row, 'timeout')
  const maxResponseTime = seconds === null || seconds <= 0 ? longestMs : Math.min(seconds * 1000, longestMs)
  return { degradedResponseTime: null, maxResponseTime }
}

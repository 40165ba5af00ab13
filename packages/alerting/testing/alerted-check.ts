import { minuteMs } from '@sonde/ground/durations.ts'
import { type AlertState, initialAlertState } from '@sonde/store/alerts/alert-state.ts'
import { completeAlertSettings, type CompleteAlertSettings } from '../src/effective-alert-settings.ts'
import { afterSending, recipientsOf, type SubscribedChannel } from '../src/recipients.ts'
import { remind } from '../src/reminders.ts'
import { type CheckAlertType, deactivatedState, decide } from '../src/transitions.ts'

/** `10:05` on a day of its own, in milliseconds; hours beyond 24 are those of the next day. */
export function clockTime(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * minuteMs
}

export function showTime(at: number): string {
  const minutes = Math.floor(at / minuteMs)
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** `R3`: run-based, 3. `T10`: time-based, 10 minutes. */
export function settingsFor(
  escalation: string,
  more: {
    reminders?: { amount: number; interval: number }
    parallelRunFailureThreshold?: { enabled: boolean; percentage: number }
  } = {},
): CompleteAlertSettings {
  const threshold = Number(escalation.slice(1))
  return completeAlertSettings({
    escalationType: escalation.startsWith('T') ? 'TIME_BASED' : 'RUN_BASED',
    runBasedEscalation: { failedRunThreshold: threshold },
    timeBasedEscalation: { minutesFailingThreshold: threshold },
    ...more,
  })
}

export const verdicts = { P: 'passed', D: 'degraded', F: 'failed', '-': null } as const
export type Letter = keyof typeof verdicts

export function lettersOf(text: string): Letter[] {
  return text.split(' ').filter((letter): letter is Letter => Object.hasOwn(verdicts, letter))
}

const channelA: SubscribedChannel = {
  id: 1,
  sendFailure: true,
  sendRecovery: true,
  sendDegraded: true,
}
export const channelB: SubscribedChannel = {
  id: 2,
  sendFailure: true,
  sendRecovery: true,
  sendDegraded: false,
}
const names = new Map([
  [1, 'A'],
  [2, 'B'],
])

/** A check whose occurrences, reminders and recipients are worked out in memory, with a log of what was sent. */
export function createAlertedCheck(first: CompleteAlertSettings, channels = [channelA, channelB]) {
  let settings = first
  let state: AlertState = initialAlertState
  let isMuted = false
  let isSilencedAt: (at: number) => boolean = () => false
  let isPausedAt: (at: number) => boolean = () => false
  const log: string[] = []

  function send(
    alertType: CheckAlertType,
    at: number,
    openBefore: AlertState['open'],
    sequence: number,
  ): void {
    const ids = recipientsOf(alertType, channels, { owed: state.owed, openBefore })
    state = afterSending(state, alertType, ids)
    const number = sequence === 0 ? '' : ` #${sequence}`
    const to = ids.map((id) => names.get(id) ?? String(id)).join('')
    log.push(`${showTime(at)} ${alertType}${number} ${to}`.trim())
  }

  const check = {
    log,
    state: () => state,
    /** Sends what falls due before this time. */
    waitUntil(time: string) {
      const until = clockTime(time)
      while (state.nextReminderAt !== null && state.nextReminderAt < until) check.tickAt(state.nextReminderAt)
    },
    tickAt(at: number) {
      const isSuppressed = isMuted || isSilencedAt(at) || isPausedAt(at)
      const step = remind(state, settings.reminders, at, isSuppressed)
      state = step.state
      if (step.reminder !== null) send(step.reminder.alertType, at, state.open, step.reminder.sequence)
    },
    /** One occurrence. */
    close(letter: Letter, scheduledAt: number, { at = scheduledAt, isOwn = true } = {}) {
      check.waitUntil(showTime(at))
      const suppression = isMuted ? 'muted' : isSilencedAt(at) ? 'silenced' : 'none'
      const decision = decide(
        state,
        { verdict: verdicts[letter], scheduledAt, isOwn },
        settings,
        suppression,
        at,
      )
      state = decision.state
      if (decision.raise !== null) send(decision.raise, at, decision.openBefore, 0)
    },
    /** Occurrences from a time on, a minute apart unless said. */
    run(text: string, from: string, everyMinutes = 1) {
      for (const [index, letter] of lettersOf(text).entries()) {
        check.close(letter, clockTime(from) + index * everyMinutes * minuteMs)
      }
    },
    /** The same verdict in every minute from a time to another one, which is included. */
    runAll(letter: Letter, from: string, to: string) {
      for (let at = clockTime(from); at <= clockTime(to); at += minuteMs) check.close(letter, at)
    },
    mute() {
      isMuted = true
    },
    unmute() {
      isMuted = false
    },
    silence(from: string, to: string) {
      isSilencedAt = (at) => at >= clockTime(from) && at < clockTime(to)
    },
    pause(from: string, to: string) {
      isPausedAt = (at) => at >= clockTime(from) && at < clockTime(to)
    },
    deactivate() {
      state = deactivatedState(state)
    },
    use(next: CompleteAlertSettings) {
      settings = next
    },
    /** As a restart does: what is not in the stored state is gone. */
    restart() {
      state = JSON.parse(JSON.stringify(state))
    },
  }
  return check
}

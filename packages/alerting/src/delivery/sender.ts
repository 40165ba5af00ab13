import { minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { AlertingSettings } from '../alerting-settings.ts'
import { CannotSend } from '../cannot-send.ts'
import type { ChannelContext, OutgoingHttp, OutgoingMail } from '../channels/channel.ts'
import { secretsOfDelivery } from '../channels/delivery-secrets.ts'
import { channels } from '../channels/registry.ts'
import { createEgressPolicy } from '@sonde/egress/egress-policy.ts'
import { createHostLookup } from '@sonde/egress/host-lookup.ts'
import { type HttpDeps, httpTryMs, type Lookup, sendRequest } from '@sonde/egress/http-request.ts'
import { retryAfterMs } from './classify-answer.ts'
import { redact, secretsOfUrl } from '@sonde/egress/redact.ts'
import { MissingSetting } from '../missing-setting.ts'
import { createTemplates } from '../templates/templates.ts'
import type { AlertSender, Delivery, TryOutcome } from './delivery.ts'

/** How much of an answer is kept. */
const mostResult = 4 * 1024
const logMissingEveryMs = minuteMs

export type SenderDeps = {
  settings: AlertingSettings
  clock: Clock
  log: Logger
  publicUrl: () => string
  lookup?: Lookup
  httpTryMs?: number
  mailTryMs?: number
  /** Certificates to trust instead of those of the system. */
  ca?: string
}

/** Sends one notification once, and says what came of it. It never throws: a bug of ours must not cost an alert. */
export function createAlertSender(deps: SenderDeps): AlertSender {
  const { settings, clock, log } = deps
  const templates = createTemplates()
  // The library for mails takes 5 MB, which servers without mails do without. It is loaded now and not with the first
  // mail: a server that runs on while its files are replaced must not mix the two.
  const mailing = settings.smtp === null ? null : import('../mail/send-mail.ts')
  const missingLoggedAt = new Map<string, number>()
  const http: HttpDeps = {
    policy: createEgressPolicy(settings.egress),
    lookup: deps.lookup ?? createHostLookup(),
    timeoutMs: deps.httpTryMs ?? httpTryMs,
    namesAddresses: settings.egress.reach === 'all',
    ...(deps.ca === undefined ? {} : { ca: deps.ca }),
  }

  async function attempt(delivery: Delivery, signal: AbortSignal): Promise<TryOutcome> {
    const context: ChannelContext = { settings, templates, publicUrl: deps.publicUrl().replace(/\/+$/, '') }
    const outgoing = channels[delivery.channelType].prepare(delivery, context)
    return outgoing.kind === 'mail'
      ? attemptMail(outgoing, signal)
      : attemptRequest(outgoing, delivery, signal)
  }

  async function attemptMail(mail: OutgoingMail, signal: AbortSignal): Promise<TryOutcome> {
    if (settings.smtp === null || mailing === null) throw new MissingSetting('SMTP_URL is not set')
    const { mailTryMs, sendMail } = await mailing
    const outcome = await sendMail(
      mail,
      { smtp: settings.smtp, timeoutMs: deps.mailTryMs ?? mailTryMs },
      signal,
    )
    return redactOutcome(outcome, secretsOfUrl(settings.smtp.url))
  }

  async function attemptRequest(
    request: OutgoingHttp,
    delivery: Delivery,
    signal: AbortSignal,
  ): Promise<TryOutcome> {
    const secrets = [...request.secrets, ...secretsOfDelivery(delivery)]
    const exchange = await sendRequest(request, http, signal)
    if (exchange.kind === 'not-allowed') {
      const { notificationId, channelType } = delivery
      const { why, addresses } = exchange
      log.warn({ notificationId, channelType, addresses }, `an alert was not sent: ${why}`)
      return redactOutcome({ kind: 'refused', result: why }, secrets)
    }
    if (exchange.kind === 'unreachable') {
      return redactOutcome({ kind: 'try-again', result: exchange.why, retryAfterMs: null }, secrets)
    }
    const { answer } = exchange
    const outcome = channels[delivery.channelType].classify(answer)
    const timed =
      outcome.kind === 'try-again' ? { ...outcome, retryAfterMs: retryAfterMs(answer, clock.now()) } : outcome
    return redactOutcome(timed, secrets)
  }

  function logMissing(missing: string, channelType: ChannelType): void {
    const now = clock.now()
    const since = now - (missingLoggedAt.get(missing) ?? -Infinity)
    // A clock that was set back must not silence it.
    if (since >= 0 && since < logMissingEveryMs) return
    missingLoggedAt.set(missing, now)
    log.error({ channelType }, `${missing}: this server cannot send these alerts; they wait and are retried`)
  }

  return {
    async send(delivery, signal) {
      try {
        return await attempt(delivery, signal)
      } catch (error) {
        if (error instanceof MissingSetting) {
          logMissing(error.message, delivery.channelType)
          return { kind: 'try-again', result: error.message, retryAfterMs: null }
        }
        if (error instanceof CannotSend) {
          return redactOutcome({ kind: 'refused', result: error.message }, secretsOfDelivery(delivery))
        }
        const { notificationId, channelType } = delivery
        log.error({ err: error, notificationId, channelType }, 'a notification could not be built')
        return { kind: 'try-again', result: 'internal error; see the server log', retryAfterMs: null }
      }
    },
  }
}

/** First the secrets, then the length: a secret that is cut in half would no longer be found. */
function redactOutcome(outcome: TryOutcome, secrets: readonly string[]): TryOutcome {
  const bytes = Buffer.from(redact(outcome.result.replaceAll('\u0000', ' '), secrets)).subarray(0, mostResult)
  // The cut may have gone through the middle of a character.
  return { ...outcome, result: bytes.toString('utf8').replace(/\uFFFD+$/, '') }
}

import { createHmac } from 'node:crypto'
import { http } from '@sonde/ground/node-http.ts'
import { webhookMethods } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { CannotSend } from '../cannot-send.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { classifyWebhookAnswer } from '../delivery/classify-answer.ts'
import { secretsOfHeader, secretsOfUrl } from '@sonde/egress/redact.ts'
import { type Channel, channelItself, needsNoSettings } from './channel.ts'
import { createDeliveryTexts, type DeliveryTexts } from './delivery-texts.ts'
import { userAgent } from './json-request.ts'
import { telegramForm } from './telegram-form.ts'
import { defaultWebhookBody } from './webhook-body.ts'
import { findPreset } from './webhook-presets.ts'

const methods: ReadonlySet<string> = new Set(webhookMethods)

/** These say where the request goes and where it ends; a template has no say in it. */
const framingHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export const webhook: Channel = {
  prepare(delivery, context) {
    const texts = createDeliveryTexts(delivery, context)
    const method = (texts.optional('method') ?? 'POST').toUpperCase()
    if (!methods.has(method))
      throw new CannotSend(`"${method.slice(0, 20)}" is not a valid HTTP method for a webhook`)
    const url = addressOf(delivery, texts)
    const ownerHeaders = headersOf(delivery, texts)
    const content = method === 'GET' || method === 'HEAD' ? null : contentOf(delivery, texts, ownerHeaders)
    const body = content === null ? null : Buffer.from(content.text)
    const secret = texts.optional('webhookSecret')
    return {
      kind: 'http',
      method,
      url,
      headers: {
        'user-agent': userAgent,
        ...(content === null ? {} : { 'content-type': content.type }),
        ...Object.fromEntries(ownerHeaders),
        ...ownHeaders(delivery, secret, body),
      },
      body,
      secrets: [
        ...secretsOfUrl(url),
        ...[...ownerHeaders].flatMap(([name, value]) => secretsOfHeader(name, value)),
        ...(secret === null ? [] : [secret]),
        ...texts.secrets(),
      ],
    }
  },
  classify: classifyWebhookAnswer,
  targets: channelItself,
  budget: null,
  digest: 'problems',
  missingSettings: needsNoSettings,
}

/** The same on every try, so that a receiver can tell a repeated delivery and verify who sent it. */
function ownHeaders(
  { event, notificationId }: Delivery,
  secret: string | null,
  body: Buffer | null,
): Record<string, string> {
  const timestamp = String(event.raisedAt)
  const signature =
    secret === null
      ? null
      : createHmac('sha256', secret)
          .update(body ?? '')
          .digest('hex')
  return {
    'x-service-timestamp': timestamp,
    'x-checkly-timestamp': timestamp,
    'x-service-delivery': notificationId,
    ...(signature === null ? {} : { 'x-service-signature': signature, 'x-checkly-signature': signature }),
  }
}

function addressOf(delivery: Delivery, texts: DeliveryTexts): string {
  const { url } = delivery.config
  if (typeof url !== 'string' || url.trim() === '') throw new CannotSend('the channel has no url')
  const text = texts.address(url.trim(), 'url')
  if (!URL.canParse(text)) throw new CannotSend('the url is not a valid address')
  const address = new URL(text)
  const parameters = pairsOf(delivery.config['queryParameters']).map(({ key, value }, index) => {
    const name = texts.field(key, `queryParameters.${index}.key`)
    const rendered = texts.field(value, `queryParameters.${index}.value`)
    return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(rendered.toWellFormed())}`
  })
  // Put behind what is there: a query that carries a signature must stay as it was written.
  const query = [address.search.replace(/^\?/, ''), ...parameters].filter((part) => part !== '').join('&')
  address.search = query
  return address.href
}

function headersOf(delivery: Delivery, texts: DeliveryTexts): Map<string, string> {
  const headers = new Map<string, string>()
  for (const [index, { key, value }] of pairsOf(delivery.config['headers']).entries()) {
    const name = texts.field(key, `headers.${index}.key`).trim().toLowerCase()
    if (name === '' || framingHeaders.has(name)) continue
    if (!isHeaderName(name)) throw new CannotSend(`"${key.slice(0, 100)}" is not a valid header name`)
    const rendered = headerText(texts.field(value, `headers.${index}.value`))
    const before = headers.get(name)
    headers.set(name, before === undefined ? rendered : `${before}, ${rendered}`)
  }
  return headers
}

/** A line break would begin another header. Other letters than ASCII go as UTF-8. */
function headerText(text: string): string {
  const inLine = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return Buffer.from(inLine, 'utf8').toString('latin1')
}

function isHeaderName(name: string): boolean {
  try {
    http.validateHeaderName(name)
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

type Content = { text: string; type: string }

function contentOf(delivery: Delivery, texts: DeliveryTexts, headers: ReadonlyMap<string, string>): Content {
  const { template, webhookType } = delivery.config
  const preset = findPreset(webhookType)
  const body = typeof template === 'string' && template.trim() !== '' ? template : preset?.template
  const json = 'application/json'
  if (body === undefined) {
    return { text: JSON.stringify(defaultWebhookBody(delivery.event, delivery.notificationId)), type: json }
  }
  const contentType = headers.get('content-type') ?? null
  if (isJsonBody(body, contentType)) return { text: texts.jsonBody(body), type: json }
  if (webhookType === 'WEBHOOK_TELEGRAM') {
    return { text: telegramForm(body, texts), type: 'application/x-www-form-urlencoded' }
  }
  return { text: texts.plainBody(body), type: json }
}

/** By its header or its first character; a template that begins with `{{` says nothing by that. */
function isJsonBody(template: string, contentType: string | null): boolean {
  if (contentType !== null && /[/+]json\b/i.test(contentType)) return true
  const start = template.trimStart()
  if (start.startsWith('{{')) return contentType === null
  return start.startsWith('{') || start.startsWith('[')
}

type Pair = { key: string; value: string }

/** The configuration is kept as JSON: its lists are read as carefully as if they came from outside. */
function pairsOf(list: unknown): Pair[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('key' in entry) || typeof entry.key !== 'string')
      return []
    const value = 'value' in entry && typeof entry.value === 'string' ? entry.value : ''
    return entry.key === '' ? [] : [{ key: entry.key, value }]
  })
}

import assert from 'node:assert/strict'
import type { Reaction, ReceivedRequest } from '@sonde/egress/testing/receiver.ts'
import { isRecord } from '@sonde/ground/is-record.ts'

/** What a vendor demands of a request, as strictly as the vendor; it throws when a demand is not met. */
export type Vendor = {
  accepts(request: ReceivedRequest): void
  answer: Reaction
}

/** Answers as the vendor does: with its own success, or 400 and the reason. */
export function playVendor(vendor: Vendor): (request: ReceivedRequest) => Reaction {
  return (request) => {
    try {
      vendor.accepts(request)
      return vendor.answer
    } catch (error) {
      return { kind: 'answer', status: 400, body: error instanceof Error ? error.message : String(error) }
    }
  }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown, what: string): Fields {
  assert.ok(isRecord(value), `${what} is no object`)
  return Object.fromEntries(Object.entries(value))
}

export function jsonOf(request: ReceivedRequest): Fields {
  assert.match(request.headers['content-type'] ?? '', /^application\/json/, 'the content type is not JSON')
  const body: unknown = JSON.parse(request.body.toString())
  return fieldsOf(body, 'the body')
}

export function formOf(request: ReceivedRequest): Fields {
  assert.equal(request.headers['content-type'], 'application/x-www-form-urlencoded')
  return Object.fromEntries(new URLSearchParams(request.body.toString()))
}

function text(
  fields: Fields,
  name: string,
  { most = Infinity, oneOf }: { most?: number; oneOf?: string[] } = {},
): string {
  const value = fields[name]
  assert.ok(typeof value === 'string' && value !== '', `${name} must be a text that is not empty`)
  assert.ok(value.length <= most, `${name} is longer than ${most}`)
  assert.ok(
    oneOf === undefined || oneOf.includes(value),
    `${name} must be one of ${oneOf?.join(', ')}, not ${value}`,
  )
  return value
}

function only(fields: Fields, names: readonly string[]): void {
  const others = Object.keys(fields).filter((name) => !names.includes(name))
  assert.deepEqual(others, [], 'there are unknown fields')
}

function list(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name]
  assert.ok(Array.isArray(value), `${name} must be a list`)
  return value
}

function isoTime(fields: Fields, name: string): void {
  assert.match(text(fields, name), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, `${name} is no time`)
}

function posts(request: ReceivedRequest, target: RegExp): void {
  assert.equal(request.method, 'POST')
  assert.match(request.target, target)
}

export const pagerDutyVendor: Vendor = {
  accepts(request) {
    posts(request, /^\/v2\/enqueue$/)
    const body = jsonOf(request)
    only(body, [
      'routing_key',
      'event_action',
      'dedup_key',
      'client',
      'client_url',
      'payload',
      'links',
      'images',
    ])
    assert.match(text(body, 'routing_key'), /^.{32}$/, 'the routing key has 32 characters')
    const action = text(body, 'event_action', { oneOf: ['trigger', 'acknowledge', 'resolve'] })
    text(body, 'dedup_key', { most: 255 })
    for (const link of list(body, 'links')) text(fieldsOf(link, 'a link'), 'href')
    if (action !== 'trigger') return
    const payload = fieldsOf(body['payload'], 'payload')
    only(payload, [
      'summary',
      'source',
      'severity',
      'timestamp',
      'component',
      'group',
      'class',
      'custom_details',
    ])
    text(payload, 'summary', { most: 1024 })
    text(payload, 'source')
    text(payload, 'severity', { oneOf: ['critical', 'warning', 'error', 'info'] })
    isoTime(payload, 'timestamp')
  },
  answer: { kind: 'answer', status: 202, body: '{"status":"success","message":"Event processed"}' },
}

export const opsgenieVendor: Vendor = {
  accepts(request) {
    posts(request, /^\/v2\/alerts(\/[^/?]+\/(notes|close)\?identifierType=alias)?$/)
    assert.match(request.headers.authorization ?? '', /^GenieKey \S+$/)
    const body = jsonOf(request)
    if (request.target !== '/v2/alerts') {
      only(body, ['user', 'source', 'note'])
      text(body, 'note', { most: 25_000 })
      return
    }
    only(body, [
      'message',
      'alias',
      'description',
      'responders',
      'visibleTo',
      'actions',
      'tags',
      'details',
      'entity',
      'source',
      'priority',
      'user',
      'note',
    ])
    text(body, 'message', { most: 130 })
    text(body, 'alias', { most: 512 })
    text(body, 'description', { most: 15_000 })
    text(body, 'priority', { oneOf: ['P1', 'P2', 'P3', 'P4', 'P5'] })
    text(body, 'source', { most: 100 })
    if ('entity' in body) text(body, 'entity', { most: 512 })
    const tags = 'tags' in body ? list(body, 'tags') : []
    assert.ok(
      tags.length <= 20 && tags.every((tag) => typeof tag === 'string' && tag.length <= 50),
      'tags are too many or too long',
    )
    const details = Object.values(fieldsOf(body['details'], 'details'))
    assert.ok(
      details.every((value) => typeof value === 'string'),
      'details are texts',
    )
    assert.ok(JSON.stringify(details).length <= 8_000)
  },
  answer: { kind: 'answer', status: 202, body: '{"result":"Request will be processed"}' },
}

function checkSlackMessage(body: Fields): void {
  text(body, 'text', { most: 40_000 })
  const attachments = list(body, 'attachments')
  assert.ok(attachments.length <= 100, 'too_many_attachments')
  for (const each of attachments) {
    const attachment = fieldsOf(each, 'an attachment')
    only(attachment, ['color', 'fallback', 'title', 'title_link', 'text', 'fields', 'ts'])
    assert.match(text(attachment, 'color'), /^#[0-9A-F]{6}$/)
  }
  // Slack takes every < for the begin of a link or a mention.
  assert.doesNotMatch(String(body['text']), /<(?!https?:\/\/)/)
}

export const slackWebhookVendor: Vendor = {
  accepts(request) {
    posts(request, /^\/services\/T\w+\/B\w+\/\w+$/)
    const body = jsonOf(request)
    only(body, ['channel', 'text', 'attachments'])
    checkSlackMessage(body)
  },
  answer: { kind: 'answer', status: 200, body: 'ok' },
}

export const slackApiVendor: Vendor = {
  accepts(request) {
    posts(request, /^\/api\/chat\.postMessage$/)
    assert.match(request.headers.authorization ?? '', /^Bearer xoxb-\S+$/)
    assert.equal(request.headers['content-type'], 'application/json; charset=utf-8')
    const body = jsonOf(request)
    only(body, ['channel', 'text', 'attachments'])
    text(body, 'channel')
    checkSlackMessage(body)
  },
  answer: { kind: 'answer', status: 200, body: '{"ok":true,"ts":"1.2"}' },
}

export const twilioVendor: Vendor = {
  accepts(request) {
    posts(request, /^\/2010-04-01\/Accounts\/AC\w+\/(Messages|Calls)\.json$/)
    const [, credentials = ''] = /^Basic (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    assert.match(Buffer.from(credentials, 'base64').toString(), /^AC\w+:\S+$/)
    const body = formOf(request)
    assert.match(text(body, 'To'), /^\+[1-9]\d{1,14}$/)
    text(body, 'From')
    if (request.target.endsWith('/Messages.json')) {
      only(body, ['To', 'From', 'Body'])
      text(body, 'Body', { most: 160 })
    } else {
      only(body, ['To', 'From', 'Twiml'])
      const twiml = text(body, 'Twiml', { most: 4_000 })
      assert.match(
        twiml,
        /^<\?xml [^>]*\?><Response>(<Say>[^<>]*<\/Say>|<Pause length="\d"\/>)+<\/Response>$/,
      )
    }
  },
  answer: { kind: 'answer', status: 201, body: '{"status":"queued"}' },
}

const teams: Vendor = {
  accepts(request) {
    const body = jsonOf(request)
    assert.ok(request.body.length <= 28 * 1024, 'a message of Teams has 28 KB')
    assert.equal(body['type'], 'message')
    const [attachment] = list(body, 'attachments')
    const { contentType, content } = fieldsOf(attachment, 'the attachment')
    assert.equal(contentType, 'application/vnd.microsoft.card.adaptive')
    const card = fieldsOf(content, 'the card')
    assert.deepEqual([card['type'], card['version']], ['AdaptiveCard', '1.2'])
    assert.ok(list(card, 'body').length > 0)
    for (const action of list(card, 'actions')) {
      assert.equal(fieldsOf(action, 'an action')['type'], 'Action.OpenUrl')
      text(fieldsOf(action, 'an action'), 'url')
    }
  },
  answer: { kind: 'answer', status: 202 },
}

const telegram: Vendor = {
  accepts(request) {
    posts(request, /^\/bot[\w:-]+\/sendMessage$/)
    const body = formOf(request)
    only(body, ['chat_id', 'message_thread_id', 'parse_mode', 'text'])
    text(body, 'chat_id')
    const message = text(body, 'text', { most: 4_096 })
    if (body['parse_mode'] !== 'HTML') return
    // The Bot API takes every numeric entity, and of the named ones only these four.
    const rest = message.replaceAll(/<\/?[bi]>|<a href="[^"<>]*">|<\/a>|&(?:lt|gt|amp|quot|#\d+);/g, '')
    assert.doesNotMatch(rest, /[<>&]/, "Bad Request: can't parse entities")
  },
  answer: { kind: 'answer', status: 200, body: '{"ok":true}' },
}

const discord: Vendor = {
  accepts(request) {
    const [first] = list(jsonOf(request), 'embeds')
    const embed = fieldsOf(first, 'the embed')
    only(embed, ['title', 'url', 'description', 'color', 'fields', 'timestamp'])
    text(embed, 'title', { most: 256 })
    assert.ok(typeof embed['description'] === 'string' && embed['description'].length <= 4_096)
    assert.ok(
      [15158332, 16776960, 3066993].includes(Number(embed['color'])) && typeof embed['color'] === 'number',
    )
    isoTime(embed, 'timestamp')
    for (const field of list(embed, 'fields')) {
      text(fieldsOf(field, 'a field'), 'name', { most: 256 })
      text(fieldsOf(field, 'a field'), 'value', { most: 1_024 })
    }
  },
  answer: { kind: 'answer', status: 204 },
}

const gitlab: Vendor = {
  accepts(request) {
    assert.match(request.headers.authorization ?? '', /^Bearer \S+$/)
    const body = jsonOf(request)
    only(body, [
      'title',
      'description',
      'start_time',
      'end_time',
      'severity',
      'monitoring_tool',
      'hosts',
      'fingerprint',
    ])
    text(body, 'title', { most: 255 })
    text(body, 'severity', { oneOf: ['critical', 'high', 'medium', 'low', 'info', 'unknown'] })
    text(body, 'fingerprint', { most: 255 })
    isoTime(body, 'start_time')
    if ('end_time' in body) isoTime(body, 'end_time')
    list(body, 'hosts')
  },
  answer: { kind: 'answer', status: 200 },
}

const splunk: Vendor = {
  accepts(request) {
    const body = jsonOf(request)
    text(body, 'message_type', { oneOf: ['CRITICAL', 'WARNING', 'RECOVERY', 'INFO', 'ACKNOWLEDGEMENT'] })
    text(body, 'entity_id')
    text(body, 'entity_display_name')
    text(body, 'state_message')
    assert.ok(Number.isInteger(body['state_start_time']), 'state_start_time is in seconds')
  },
  answer: { kind: 'answer', status: 200, body: '{"result":"success"}' },
}

const incidentIo: Vendor = {
  accepts(request) {
    assert.match(request.headers.authorization ?? '', /^Bearer \S+$/)
    const body = jsonOf(request)
    only(body, ['title', 'description', 'deduplication_key', 'status', 'metadata'])
    text(body, 'title')
    text(body, 'deduplication_key')
    text(body, 'status', { oneOf: ['firing', 'resolved'] })
    only(fieldsOf(body['metadata'], 'metadata'), ['alertType', 'check_result_id', 'resultLink'])
  },
  answer: { kind: 'answer', status: 202 },
}

function plainVendor(names: readonly string[]): Vendor {
  return {
    accepts(request) {
      const body = jsonOf(request)
      assert.deepEqual(Object.keys(body).toSorted(), [...names].toSorted())
      text(body, 'alert_type')
      text(body, 'check_id')
      isoTime(body, 'started_at')
    },
    answer: { kind: 'answer', status: 200 },
  }
}

const plain = plainVendor([
  'alert_type',
  'check_id',
  'check_result_id',
  'check_name',
  'alert_title',
  'started_at',
  'link',
])

const coralogix: Vendor = {
  accepts(request) {
    assert.match(request.headers.authorization ?? '', /^Bearer \S+$/)
    const body: unknown = JSON.parse(request.body.toString())
    assert.ok(Array.isArray(body) && body.length === 1, 'the body is a list of one entry')
    const entry = fieldsOf(body[0], 'the entry')
    text(entry, 'applicationName')
    text(entry, 'subsystemName')
    assert.ok(
      Number.isInteger(entry['timestamp']) && Number(entry['timestamp']) > 1e12,
      'timestamp is in milliseconds',
    )
    assert.ok([1, 2, 3, 4, 5, 6].includes(Number(entry['severity'])))
    fieldsOf(entry['text'], 'text')
  },
  answer: { kind: 'answer', status: 200 },
}

/** By webhookType. */
export const webhookVendors: Readonly<Record<string, Vendor>> = {
  WEBHOOK_MSTEAMS: teams,
  WEBHOOK_TELEGRAM: telegram,
  WEBHOOK_DISCORD: discord,
  WEBHOOK_GITLAB_ALERT: gitlab,
  WEBHOOK_SPLUNK: splunk,
  WEBHOOK_INCIDENTIO: incidentIo,
  WEBHOOK_ROOTLY: plain,
  WEBHOOK_FIREHYDRANT: plainVendor([
    'event',
    'link',
    'check_id',
    'check_type',
    'alert_type',
    'started_at',
    'check_result_id',
  ]),
  WEBHOOK_ILERT: plain,
  WEBHOOK_SPIKESH: plain,
  WEBHOOK_CORALOGIX: coralogix,
}

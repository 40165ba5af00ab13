import { escapeHtml } from '@sonde/ground/escape-html.ts'
import { cut } from '../bound-text.ts'
import { CannotSend } from '../cannot-send.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { eventVariables } from '../templates/event-variables.ts'
import { renderJsonBody } from '../templates/json-body.ts'
import type { RenderOptions, Rendered } from '../templates/render-template.ts'
import type { ChannelContext } from './channel.ts'

/** Renders the templates in the configuration of one channel for one delivery. */
export type DeliveryTexts = {
  /** A key, a header, a query parameter: unknown variables end it. `field` names it in messages. */
  field(text: string, field: string): string
  /** An address. What comes from the event is percent-encoded, a variable of the account may be all of it. */
  address(text: string, field: string): string
  jsonBody(text: string): string
  plainBody(text: string): string
  /** With `{{x}}` written for HTML, and cut to a length. */
  htmlBody(text: string, mostValue: number): string
  /** A field of the configuration as text, rendered; null when it is absent or empty. */
  optional(name: string): string | null
  /** The same, and it must be there. */
  required(name: string): string
  /** What went into them and may be secret. */
  secrets(): readonly string[]
}

export function createDeliveryTexts(delivery: Delivery, { templates }: ChannelContext): DeliveryTexts {
  const { event, notificationId, config } = delivery
  const secrets = new Set<string>()
  const variables = eventVariables(event, notificationId)
  const base = { variables, ownVariables: delivery.variables, raisedAt: event.raisedAt }

  function keep(rendered: Rendered): string {
    for (const value of rendered.ownValues) secrets.add(value)
    return rendered.text
  }

  function render(text: string, name: string, escape: RenderOptions['escape'], isStrict: boolean): string {
    return keep(templates.render(text, { ...base, escape, isStrict, seed: `${notificationId}/${name}` }))
  }

  const field = (text: string, name: string) => render(text, name, verbatim, true)

  function optional(name: string): string | null {
    const text = config[name]
    return typeof text === 'string' && text !== '' ? field(text, name) : null
  }

  return {
    field,
    address: (text, name) => render(text, name, percentEncoded, true),
    jsonBody: (text) =>
      keep(renderJsonBody(templates, text, { ...base, isStrict: false, seed: `${notificationId}/body` })),
    plainBody: (text) => render(text, 'body', verbatim, false),
    htmlBody: (text, mostValue) => render(text, 'body', (value) => escapeHtml(cut(value, mostValue)), false),
    optional,
    required(name) {
      const text = optional(name)
      if (text === null) throw new CannotSend(`the channel has no ${name}`)
      return text
    },
    secrets: () => [...secrets],
  }
}

function verbatim(text: string): string {
  return text
}

function percentEncoded(text: string, isOwn: boolean): string {
  return isOwn ? text : encodeURIComponent(text.toWellFormed())
}

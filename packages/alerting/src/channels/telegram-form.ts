import { cut } from '../bound-text.ts'
import type { DeliveryTexts } from './delivery-texts.ts'

/**
 * `chat_id=..&parse_mode=HTML&text=<template>`: everything behind `text=` is the message, which may hold any
 * character, so it is encoded after it was rendered. Telegram refuses a message whose HTML is broken, so values
 * in it are written for HTML unless the template asks for another mode.
 */
export function telegramForm(template: string, texts: DeliveryTexts): string {
  const start = /(?:^|&)text=/.exec(template)
  if (start === null) return texts.plainBody(template)
  const fields = template.slice(0, start.index)
  const message = template.slice(start.index + start[0].length)
  const isHtml = /(?:^|&)parse_mode=HTML(?:&|$)/i.test(fields)
  const text = isHtml ? htmlThatFits(message, texts) : cut(texts.plainBody(message), mostText)
  const parts = fields === '' ? [] : [texts.field(fields, 'template')]
  return [...parts, `text=${encodeURIComponent(text.toWellFormed())}`].join('&')
}

/** Telegram refuses a longer message whole. */
const mostText = 4_096

/** The markup must stay whole, so it is the values that are cut, until all of it fits. */
function htmlThatFits(message: string, texts: DeliveryTexts): string {
  const shorter = [1_500, 500, 150, 50, 15]
  const fitting = shorter.map((most) => texts.htmlBody(message, most)).find((html) => html.length <= mostText)
  return fitting ?? texts.htmlBody(message, 15)
}

import type { Templates } from './templates.ts'
import type { Rendered, RenderOptions } from './render-template.ts'

/** Renders a JSON body: whatever the values, they stay inside of the strings that the template put them in. */
export function renderJsonBody(
  templates: Templates,
  text: string,
  options: Omit<RenderOptions, 'escape' | 'fillEmpty'>,
): Rendered {
  const json: RenderOptions = { ...options, escape: escapeJson }
  const rendered = templates.render(text, json)
  if (isJson(rendered.text)) return rendered
  // `"time": {{RESPONSE_TIME}}` of a run without an answer leaves a hole, which no receiver can read.
  const renderedTemplate = templates.render(text, { ...json, fillEmpty: nullForMissingValue })
  return isJson(renderedTemplate.text) ? renderedTemplate : rendered
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function nullForMissingValue(json: string): string {
  return json.trimEnd().endsWith(':') && !endsInString(json) ? 'null' : ''
}

function endsInString(json: string): boolean {
  let isInside = false
  for (let position = 0; position < json.length; position++) {
    const character = json[position]
    if (isInside && character === '\\') position++
    else if (character === '"') isInside = !isInside
  }
  return isInside
}

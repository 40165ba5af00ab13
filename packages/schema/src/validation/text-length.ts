import { _, type Ajv, type CodeKeywordDefinition } from 'ajv'

/** Limits count characters as people do: one that takes two units of UTF-16 is one. */
function characterCount(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; count += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return count
}

/**
 * In place of Ajv's own keywords, which go through every text, and were a twentieth of what a result costs an agent. A text
 * has no more characters than units and at least half as many, so that most of them need not be looked at.
 */
export function limitTextLengths(ajv: Ajv): void {
  const limit = { type: 'string', schemaType: 'number', before: 'pattern' } as const
  const params: CodeKeywordDefinition['error'] = {
    message: 'has the wrong length',
    params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
  }
  for (const keyword of ['maxLength', 'minLength']) ajv.removeKeyword(keyword)
  ajv.addKeyword({
    ...limit,
    keyword: 'maxLength',
    error: params,
    code(cxt) {
      const { gen, data, schemaCode: most } = cxt
      const count = gen.scopeValue('func', { ref: characterCount })
      cxt.fail(_`${data}.length > ${most} && ${count}(${data}) > ${most}`)
    },
  })
  ajv.addKeyword({
    ...limit,
    keyword: 'minLength',
    error: params,
    code(cxt) {
      const { gen, data, schemaCode: least } = cxt
      const count = gen.scopeValue('func', { ref: characterCount })
      cxt.fail(_`${data}.length < 2 * ${least} && ${count}(${data}) < ${least}`)
    },
  })
}

import type { ReactNode } from 'react'

/** Texts mark what is typed as it stands by backticks. */
export function withCode(text: string): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))
}

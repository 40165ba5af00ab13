import { Type } from 'typebox'

export function HttpAddress(options: { description: string; default?: string }) {
  return Type.String({ pattern: '^https?://[^\\s/?#]+\\S*$', ...options })
}

import { isRecord } from '@sonde/schema/violation.ts'

const address = /[a-z][a-z\d+.-]*:\/\/(?<user>[^\s/?#@:]*):(?<password>[^\s/?#]*)@/gi

/** The passwords that stand in addresses of a request: what a target may echo, and nobody may see. */
export function credentialsIn(config: unknown): string[] {
  const request = isRecord(config) ? config['request'] : null
  return isRecord(request) ? Object.values(request).flatMap(credentialsOf) : []
}

/** Whether there are such, in a configuration as JSON: cheap, and never wrong the other way. */
export function mayHoldCredentials(configText: string): boolean {
  return configText.includes('@') && configText.includes('://')
}

function credentialsOf(text: unknown): string[] {
  if (typeof text !== 'string') return []
  return [...text.matchAll(address)].flatMap(({ groups = {} }) => {
    const { user = '', password = '' } = groups
    if (password === '') return []
    const [plainUser, plainPassword] = [decoded(user), decoded(password)]
    return [plainPassword, `${plainUser}:${plainPassword}`]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

import { isRecord } from '@sonde/ground/is-record.ts'

export type Variable = { key: string; value: string; isSecret: boolean; isLocked: boolean }

/** Names that are secret whatever their owner says of them. */
const secretName = /^(?:SERVICE|CHECKLY)_SECRET_/

export function isSecretVariable({ key, isSecret }: Pick<Variable, 'key' | 'isSecret'>): boolean {
  return isSecret || secretName.test(key)
}

/** Whether anybody may be told its value who can read the account. */
export function isOpenVariable(variable: Variable): boolean {
  return !isSecretVariable(variable) && !variable.isLocked
}

/** The variables in the sealed part of a check or a group, as it was opened. */
export function variablesIn(json: string): Variable[] {
  const config: unknown = JSON.parse(json)
  const list = isRecord(config) ? config['environmentVariables'] : null
  if (!Array.isArray(list)) return []
  return list.flatMap((variable: unknown): Variable[] => {
    if (!isRecord(variable)) return []
    const { key, value, secret, locked } = variable
    return typeof key === 'string' && typeof value === 'string'
      ? [{ key, value, isSecret: secret === true, isLocked: locked === true }]
      : []
  })
}

/** What a run may name: the narrowest owner of a name wins, and nobody overrides what the service says itself. */
export function mergeVariables(
  owners: readonly (readonly Variable[])[],
  builtIn: ReadonlyMap<string, string>,
): Map<string, Variable> {
  const merged = new Map<string, Variable>()
  for (const variables of owners) for (const variable of variables) merged.set(variable.key, variable)
  for (const [key, value] of builtIn) merged.set(key, { key, value, isSecret: false, isLocked: false })
  return merged
}

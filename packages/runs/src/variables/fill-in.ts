import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { requestField } from '@sonde/schema/runs/run-config.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { substituteConfig, substituteText } from '@sonde/schema/variables/substitute.ts'
import { mostSubstitutedCharacters } from '@sonde/schema/variables/substitution-limit.ts'
import type { Run } from '../run.ts'
import type { Variable } from './run-variables.ts'

/** The request of a run with the values of its variables. */
export type FilledRun = {
  config: unknown
  /** That of the group and that of the request, as templates know them. */
  addresses: readonly (readonly [string, string])[]
  variables: ReadonlyMap<string, Variable>
  /** Names of the variables that the request uses. */
  used: ReadonlySet<string>
  mistake: string | null
}

export function fillInWith(
  run: Run,
  {
    variables,
    baseUrl,
    at,
  }: {
    variables: ReadonlyMap<string, Variable>
    /** Of its group; null when it is in none that is stored. Then a variable of that name counts, as of code that is tested. */
    baseUrl: string | null
    at: number
  },
): FilledRun {
  const used = new Set<string>()
  const { addresses = [], requestDefaults } = kindOf(run.checkType).run?.needs ?? {}
  const substitution = {
    values: new Map(variables.values().map(({ key, value }) => [key, value])),
    addresses,
    onUse: (name: string) => void used.add(name),
    room: { left: mostSubstitutedCharacters },
    ...(requestDefaults === true ? { helpersAt: at } : {}),
  }
  const filledAddresses: [string, string][] = []
  if (requestDefaults === true) {
    const url = requestField(run.config, 'url') ?? ''
    for (const [name, text] of [
      ['GROUP_BASE_URL', baseUrl ?? variables.get('GROUP_BASE_URL')?.value ?? ''],
      ['REQUEST_URL', url],
    ] as const) {
      const value = substituteText(text, substitution, true)
      substitution.values.set(name, value)
      filledAddresses.push([name, value])
    }
  }
  const config = substituteConfig(run.config, substitution)
  const mistake = run.check.hasPlaceholders ? mistakeIn(run.checkType, config, [...used]) : null
  return { config, addresses: filledAddresses, variables, used, mistake }
}

const validator = createValidator()
const validators = new Map<CheckType, ReturnType<typeof validator.compile>>()

/** What the values of variables have made of a request that was right when it was saved; null when it still is. */
function mistakeIn(checkType: CheckType, config: unknown, names: readonly string[]): string | null {
  const kind = kindOf(checkType).run
  if (!kind) return null
  const validate = validators.get(checkType) ?? validator.compile(kind.config, { complete: true })
  validators.set(checkType, validate)
  const [first] = validate(config)
  if (first === undefined) return null
  const variables = names.map((name) => `{{${name}}}`).join(', ')
  const why = names.length === 0 ? 'because its variables are not set' : `with the values of ${variables}`
  return `The check cannot be run: ${first.path} ${first.message}, ${why}`
}

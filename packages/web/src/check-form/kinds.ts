import type { CheckKindType } from '@sonde/schema/check-types/check-kinds.ts'
import kinds from 'sonde-schema:check-kinds'

export type KindFacts = (typeof kinds)[number]

export function factsOf(checkType: CheckKindType): KindFacts {
  const found = kinds.find((kind) => kind.checkType === checkType)
  if (found === undefined) throw new Error(`There are no facts about ${checkType}`)
  return found
}

/** The type of check that an address or an answer names; undefined for one that has no form. */
export function kindTypeOf(name: string): CheckKindType | undefined {
  return kinds.find(({ checkType }) => checkType === name.toUpperCase())?.checkType
}

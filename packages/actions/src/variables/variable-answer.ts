import { mayActAs, type Role } from '@sonde/schema/accounts/role.ts'
import type { Variable } from '@sonde/schema/variables/variable.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { openVariable, type VariableRow } from '@sonde/store/variables/variables.ts'

/** A variable as a reader of this role sees it. */
export function variableAnswer(row: VariableRow, { role, sealer }: { role: Role; sealer: Sealer }): Variable {
  const { key, locked, secret } = row
  const isHidden = secret || (locked && !mayActAs(role, 'READ_WRITE'))
  return { key, value: isHidden ? null : openVariable(row, sealer), locked, secret }
}

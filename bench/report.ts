export type Row = { what: string; value: number; unit: string; goal: string }

export type Report = { name: string; machine: string; rows: Row[] }

export function printReport({ name, machine, rows }: Report): void {
  const lines = rows.map(({ what, value, unit, goal }) => [what, `${rounded(value)} ${unit}`.trim(), goal])
  const table = [['what', 'measured', 'goal'], ...lines]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((line) => (line[column] ?? '').length)))
  process.stdout.write(`\n${name} (${machine})\n`)
  for (const line of table) {
    process.stdout.write(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
  }
}

function rounded(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3)
}

import type { CSSProperties, ReactNode } from 'react'
import { joinClasses } from '../join-classes.ts'

type Column =
  | string
  /** A column of numbers: its name stands at the right, as they do. */
  | { name: string; isNumeric: true }
  /** A column that explains itself: its name is read out only. */
  | { name: string; isNameHidden: true }

/**
 * A list as a table: the names of its columns, and its rows. What is null among the columns is left out. On a phone each
 * row is a block whose cells follow each other, with the names of their columns in front of them.
 */
export function DataTable({
  columns,
  shares,
  hasActions = false,
  children,
}: {
  columns: readonly (Column | null)[]
  /** Percent of the width for each column, where there is room: columns of tables below each other line up. */
  shares?: readonly number[]
  /** Rows end with what can be done with them: `RowActions`. */
  hasActions?: boolean
  children: ReactNode
}) {
  const heads = columns.filter((column) => column !== null)
  return (
    <table
      role="table"
      className={joinClasses('data-table stacked-table', shares === undefined ? '' : 'xl:table-fixed')}
      style={columnNames(heads)}
    >
      {shares === undefined ? null : (
        <colgroup>
          {shares.map((share, index) => (
            <col key={index} style={{ width: `${share}%` }} />
          ))}
        </colgroup>
      )}
      <thead role="rowgroup">
        <tr>
          {heads.map((column) => (
            <Head key={typeof column === 'string' ? column : column.name} column={column} />
          ))}
          {hasActions ? <Head column={{ name: 'Actions', isNameHidden: true }} /> : null}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  )
}

/** For the style sheet, which writes them in front of the cells. The first cell is what the row is about and needs none. */
function columnNames(heads: readonly Column[]): CSSProperties {
  const names = heads.map((column) =>
    typeof column === 'string' ? column : 'isNameHidden' in column ? null : column.name,
  )
  return Object.fromEntries(
    names.flatMap((name, index) =>
      index === 0 || name === null ? [] : [[`--column-${index + 1}`, JSON.stringify(name)]],
    ),
  )
}

function Head({ column }: { column: Column }) {
  if (typeof column === 'string') return <th scope="col">{column}</th>
  if ('isNumeric' in column) {
    return (
      <th scope="col" className="text-right">
        {column.name}
      </th>
    )
  }
  return (
    // Hidden words lie where their next positioned ancestor puts them: without one here, the page would grow sideways.
    <th scope="col" className="relative">
      <span className="sr-only">{column.name}</span>
    </th>
  )
}

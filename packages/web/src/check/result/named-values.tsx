import { Card } from '../../parts/card.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'

/** Headers, metadata: texts that strangers wrote, by name. */
export function NamedValues({
  title,
  name,
  values,
}: {
  title: string
  name: string
  values: readonly (readonly [name: string, value: string])[]
}) {
  if (values.length === 0) return null
  return (
    <Card title={title} isFlush>
      <DataTable columns={[name, 'Value']}>
        {values.map(([key, value], index) => (
          <tr key={`${key}-${index}`}>
            <td className="min-w-28">
              <code>{key}</code>
            </td>
            <td>
              <code className="block min-w-40 break-all whitespace-pre-wrap">{value}</code>
            </td>
          </tr>
        ))}
      </DataTable>
    </Card>
  )
}

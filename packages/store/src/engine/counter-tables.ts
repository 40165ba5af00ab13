export type CounterTables = {
  counters: { name: string; value: number }
}

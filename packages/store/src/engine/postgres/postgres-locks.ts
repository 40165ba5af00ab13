/** Advisory locks share one space of numbers in a database. Any number will do, as long as it is here once. */
export const postgresLocks = {
  start: 5_063_773_211,
  runner: 5_063_773_212,
  partitions: 5_063_773_213,
  claims: 5_063_773_214,
  /** And as many after it as there are worker slots. */
  workerSlots: 5_063_774_000,
} as const

/** Stands in results for what nobody may see. */
export const hiddenValue = '*********'

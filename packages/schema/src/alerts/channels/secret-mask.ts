/** Stands in an answer for the hidden part of a secret. */
export const secretMask = '***'

/** Of all that is filled into one run: nobody sends more, and a few names can stand for gigabytes. */
export const mostSubstitutedCharacters = 2_000_000

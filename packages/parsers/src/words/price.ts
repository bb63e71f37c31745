/** Whether a text is an amount beside the sign or the letters of a currency, with a word before it at most: "From $12.50", "A$ 5". */
export function isPrice(text: string): boolean {
  return text.length <= maximumPrice && (signFirst.test(text) || amountFirst.test(text));
}

const maximumPrice = 30;
const signFirst = /^(?:\p{L}{1,8}\s)?(?:\p{Lu}{0,3}\p{Sc}|\p{Lu}{2,3})\s?\d[\d\s.,’']*$/u;
const amountFirst = /^(?:\p{L}{1,8}\s)?\d[\d\s.,’']*\s?(?:\p{Sc}|\p{L}{2,4}\.?)$/u;

/** The z of a 95 % interval: 2.5 % of the standard normal distribution lie beyond it on either side. */
export const Z95 = 1.959963984540054;

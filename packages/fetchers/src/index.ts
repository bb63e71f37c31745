export const todo: number = 1;

/**
 * Hides the credentials of an address in a value that is shown, because it may have been put into the wrong variable: user,
 * password and query. Other texts stay the same.
 */
export function withoutCredentials(value: string): string {
  const [, start = '', rest = value] = /^(.*?:\/+)(.*)$/s.exec(value) ?? [];
  const login = rest.slice(0, rest.lastIndexOf('@') + 1);
  const hasLogin = start === '' ? login.includes(':') && !/[/\\]/.test(login) : login !== '';
  const place = hasLogin ? `***@${rest.slice(login.length)}` : rest;
  return start === '' ? place : `${start}${place.replace(/\?.*/s, '?***')}`;
}

/** The same for every word of a message, such as one of the operating system that names a file. */
export function messageWithoutCredentials(message: string): string {
  return message.replace(/\S+/g, withoutCredentials);
}

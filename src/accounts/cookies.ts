/** The `Cookie` header of a browser that got these cookies. */
export const cookiesOf = (setCookie: string[]): string => setCookie.map((each) => each.split(";")[0]).join("; ");

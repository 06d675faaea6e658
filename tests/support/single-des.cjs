// For s3rver, which seals what continues a list with DES. OpenSSL 3 has put that away, but has the triple one: thrice with the same key it is the same.
const crypto = require("node:crypto");

for (const name of ["createCipheriv", "createDecipheriv"]) {
  const make = crypto[name];
  crypto[name] = (cipher, key, ...rest) =>
    cipher === "des" ? make("des-ede3-cbc", Buffer.concat([key, key, key]), ...rest) : make(cipher, key, ...rest);
}

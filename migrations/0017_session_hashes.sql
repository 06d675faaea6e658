-- From now on the column holds a hash of the token. What was kept before as it is ends here, as copies of the table may be anywhere.
DELETE FROM sessions;

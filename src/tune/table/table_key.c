/*
 * The names of problems and of parameters.
 */
#include "table.h"

#include <stdio.h>
#include <string.h>

int ddblas_table_key(ddblasEngine_t engine, const char *routine, char letter, const char *variant, struct ddblas_tune_key *key)
{
    for (const struct ddblas_tune_space *const *s = ddblas_tune_spaces(); *s; s++)
    {
        const struct ddblas_tune_space *space = *s;
        for (int f = 0; space->engine == engine && f < space->form_count; f++)
        {
            const struct ddblas_tune_form *form = &space->forms[f];
            if (strcmp(form->routine, routine) != 0 || strcmp(form->variant, variant) != 0)
                continue;
            for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
                if (ddblas_type_letter((ddblasType_t)t) == letter && form->types >> t & 1U)
                {
                    *key = (struct ddblas_tune_key){space, (ddblasType_t)t, f};
                    return 0;
                }
        }
    }
    return -1;
}

void ddblas_table_parameters(const struct ddblas_tune_space *space, const int32_t *parameters, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < space->parameter_count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s=%d", i ? " " : "", space->parameters[i], (int)parameters[i]);
}

void ddblas_table_slug(const char *device, char *slug, size_t size)
{
    size_t length = 0;
    for (; *device && length + 1 < size; device++)
    {
        const char c = *device;
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'))
            slug[length++] = c;
        else if (c >= 'A' && c <= 'Z')
            slug[length++] = (char)(c - 'A' + 'a');
        else if (length > 0 && slug[length - 1] != '-')
            slug[length++] = '-';
    }
    while (length > 0 && slug[length - 1] == '-')
        length--;
    slug[length] = '\0';
}
